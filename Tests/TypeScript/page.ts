// A page that calls the functions that native.d.ts declares. `tsc` must accept the correct calls and report the
// incorrect ones.

import type { Order, OrderLine, OtherLocation, Size } from './native';

/** `true` if `A` and `B` are exactly the same type. */
type Exactly<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const exactly = <A, B>(_same: Exactly<A, B>) => {};

const order: Order = {
  id: '4F1A6B1E-3C0C-4E1E-9B0B-1C2D3E4F5A6B',
  placed: new Date().toJSON(),
  lines: [{ article: 1, count: 2 }],
  size: 'small',
  priority: null,
  labels: { a: 'b', c: null },
  extra: [1, { any: 'thing' }],
  'two words': 1.5,
};

export async function rightCalls() {
  exactly<number, Awaited<ReturnType<typeof native.addingOne>>>(true);
  const six: number = await native.addingOne(5);
  await native.addingOne(six, { signal: new AbortController().signal });

  const left = await native.place({ order, every: 2, in: 'small' });
  if (left) exactly<Order, typeof left>(true);
  await native.place({ order });
  await native.place({ order, every: null, in: null });
  await native.allOptional();
  await native.allOptional(undefined, {});
  const numbers: (number | null)[] = await native.allOptional({ a: 1 });

  await native.optional();
  const text: string = await native.optional(null);
  await native.defaulted('https://example.org');
  const colors: Record<string, string> = await native.in(true);
  await native['two words']([true, null]);
  await native.once(1);
  const nothing: '' = await native.ends();

  const mood = await native.mood();
  if ('good' in mood) exactly<Record<string, never>, typeof mood.good>(true);
  exactly<unknown, Awaited<ReturnType<typeof native.shape>>>(true);
  await native.keyed([-1, 2, 1, 3]);
  const [low, high]: [number, number] = await native.range([1, 2]);

  const tree = await native.tree();
  const name: string = tree.parent?.children[0]?.name ?? tree.name;
  const street: string = await native.tree.getName();
  const here: OtherLocation = await native.a['b-c'].f({ name: 'here' });
  // The DOM type with the same name is not affected.
  const address: string = window.location.href + (location as Location).hash;
  const latitude: number = (await native.locate()).latitude;

  for await (const line of native.tick(3)) exactly<OrderLine, typeof line>(true);
  const ticks = native.ticks();
  for await (const size of ticks) exactly<Size | '', typeof size>(true);
  ticks.cancel();
  return [numbers, text, colors, nothing, low, high, name, street, here, address, latitude, await native.a.g()];
}

export async function wrongCalls() {
  // @ts-expect-error: a string is not a number
  await native.addingOne('5');
  // @ts-expect-error: the argument is required
  await native.addingOne();
  // @ts-expect-error: null is not a number
  await native.addingOne(null);
  // @ts-expect-error: the result is a number
  const text: string = await native.addingOne(5);
  // @ts-expect-error: the function takes one argument
  await native.addingOne(5, 6);
  // @ts-expect-error: there is no such function
  await native.addingTwo(5);
  // @ts-expect-error: there is no such namespace
  await native.b.f();
  // @ts-expect-error: the order is required
  await native.place({ every: 1 });
  // @ts-expect-error: there is no such label
  await native.place({ order, step: 1 });
  // @ts-expect-error: there is no such size
  await native.place({ order, in: 'medium' });
  // @ts-expect-error: an order requires more members
  await native.place({ order: { id: '' } });
  // @ts-expect-error: the result may be `""`
  (await native.place({ order })).id;
  // @ts-expect-error: there is no such priority
  order.priority = 2;
  // @ts-expect-error: the function answers once
  for await (const value of native.once(1)) console.log(value);
  // @ts-expect-error: the two types named `Location` differ
  await native.a['b-c'].f({ latitude: 1 });
  // @ts-expect-error: `await` itself looks up `then`, so a Swift function named `then` needs `native.call('then')`
  native.then();
  return text;
}
