// @ts-check
// Values that are created on first use, because creating them is slow and delays the first paint.

/**
 * Return a function that creates the value on its first call and then returns it.
 * @template T @param {() => T} create
 */
export function lazyValue(create) {
  /** @type {T | undefined} */
  let value;
  return () => (value ??= create());
}
