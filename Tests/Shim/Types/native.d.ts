// An example of a server's generated declarations.

interface Native {
  addingOne(input: number, options?: { signal?: AbortSignal }): Promise<number>;
  calc: {
    divide(input: { by: number; value: number }): Promise<number | null>;
  };
  download: {
    start(seconds: number, options?: { signal?: AbortSignal }): NativeAnswer<{ progress: number }>;
  };
}
