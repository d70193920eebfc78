/** Names of ASCII letters, digits, '-', '_' and '.', none beginning with a dot, between single slashes. */
const KEY = /^\w[\w.-]{0,127}(\/\w[\w.-]{0,127}){0,9}$/;

/** Keys are made by us alone; one that could leave the store's folder is a mistake and throws a RangeError. */
export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new RangeError(`Not a key of an object: ${JSON.stringify(key).slice(0, 200)}`);
  return key;
}
