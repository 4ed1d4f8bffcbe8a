// The functions that a page may call. Use this file together with /_bridge/bridge.d.ts of the same server.

export {};

declare global {
  interface Native {
    /** Adds one. */
    addingOne(input: number, options?: NativeCallOptions): Promise<number>;

    /**
     * Says how it went. *\/ alert(1) /*
     *
     * See `Order`; or not:
     *
     *     native.place(…)
     *
     * @param input.order What to buy,
     *     all of it.
     * @param input.every How often.
     * @param input.in Where.
     * @returns What is left.
     * @throws Whenever it likes.
     */
    place(input: {
      order: Order;
      every?: number | null;
      in?: Size | null;
    }, options?: NativeCallOptions): Promise<Order | "">;

    /** @param input.in Where it is. */
    allOptional(input?: {
      a?: number | null;
      in?: string | null;
    }, options?: NativeCallOptions): Promise<(number | null)[]>;
    long(input: {
      firstOfMany: Record<string, OrderLine[]>;
      secondOfMany: string;
      thirdOfMany: string[];
      "fourth of many": boolean;
    }, options?: NativeCallOptions): Promise<"">;
    optional(x?: number | null, options?: NativeCallOptions): Promise<string | "">;
    defaulted(x?: string | null, options?: NativeCallOptions): Promise<string>;
    in(in_: boolean, options?: NativeCallOptions): Promise<Record<string, string>>;
    "two words"(größe: (boolean | null)[], options?: NativeCallOptions): Promise<"">;
    // then: callable only with native.call
    // call: callable only with native.call
    mood(none?: null, options?: NativeCallOptions): Promise<Mood>;
    shape(none?: null, options?: NativeCallOptions): Promise<unknown /* Shape: Invalid number of keys found, expected one. */>;
    painted(x: unknown /* Painted: Color has no example value: Cannot initialize Color from invalid String value */, options?: NativeCallOptions): Promise<"">;
    report(none?: null, options?: NativeCallOptions): Promise<(unknown /* Report is not Decodable */)[]>;
    locate(none?: null, options?: NativeCallOptions): Promise<Location>;
    keep(promise: Promise2, options?: NativeCallOptions): Promise<"">;
    boxes(box: BoxInt, options?: NativeCallOptions): Promise<BoxArrayBoxString>;

    tree: {
      (none?: null, options?: NativeCallOptions): Promise<Tree>;
      getName(none?: null, options?: NativeCallOptions): Promise<string>;
    };
    grow(growing: unknown /* Growing<Int>: it contains itself */, options?: NativeCallOptions): Promise<"">;
    byHand(value: ByHand, options?: NativeCallOptions): Promise<"">;
    anything(value: unknown /* Anything: the names of its members are not fixed */, options?: NativeCallOptions): Promise<"">;
    holder(value: Holder, options?: NativeCallOptions): Promise<"">;
    range(range: [number, number], options?: NativeCallOptions): Promise<[number, number]>;
    keyed(x: (Priority | number)[], options?: NativeCallOptions): Promise<"">;
    any(x: unknown, options?: NativeCallOptions): Promise<Record<string, unknown>>;
    raw(json: unknown, options?: NativeCallOptions): Promise<unknown>;
    once(x: number, options?: NativeCallOptions): Promise<Article>;
    ends(none?: null, options?: NativeCallOptions): Promise<"">;

    /** Ticks. */
    tick(count: number, options?: NativeCallOptions): NativeAnswer<OrderLine>;
    ticks(none?: null, options?: NativeCallOptions): NativeAnswer<Size | "">;

    a: {
      "b-c": {
        f(location: OtherLocation, options?: NativeCallOptions): Promise<OtherLocation>;
      };
      g(none?: null, options?: NativeCallOptions): Promise<unknown>;
    };
  }
}

export interface OrderLine {
  article: number;
  count: number;
  note?: string | null;
}

export type Size = "small" | "the \"large\" one";

export type Priority = -1 | 1;

export interface Order {
  id: string;
  placed: string;
  lines: OrderLine[];
  size: Size;
  priority?: Priority | null;
  labels: Record<string, string | null>;
  extra: unknown;
  link?: string | null;
  "two words": number;
}

export type Mood = { good: Record<string, never> } | { bad: Record<string, never> };

export interface Location {
  latitude: number;
}

export interface Promise2 {
  kept: boolean;
}

export interface BoxInt {
  content: number;
}

export interface BoxString {
  content: string;
}

export interface BoxArrayBoxString {
  content: BoxString[];
}

export interface Tree {
  name: string;
  parent?: Tree | null;
  children: Tree[];
}

export interface ByHand {
  inner: { maybe: boolean };
  pair: [string, number];
  maybe?: number | null;
}

export interface Holder {
  any: Record<string, unknown>;
}

export interface Article {
  id: number;
  image: string;
  price: number;
}

export interface OtherLocation {
  name: string;
}
