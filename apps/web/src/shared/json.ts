/** Parses text that may be absent, damaged or written by somebody else; undefined for anything but JSON. */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a response as `parseJson` does; undefined also if it was interrupted. */
export const readJson = (response: Response): Promise<unknown> =>
  response.text().then(parseJson, () => undefined);

/** The fields of an object, each to be checked before use; none for any other value. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

export const isOptionalText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

type KeyValue = Pick<Storage, 'getItem' | 'removeItem'>;

/** A stored value; null if there is none. Whatever else the key holds is damaged, or of another release, and is removed. */
export function readStored<T>(
  storage: KeyValue,
  key: string,
  isValid: (value: unknown) => value is T,
): T | null {
  const text = storage.getItem(key);
  const value = parseJson(text);
  if (isValid(value)) return value;
  if (text !== null) storage.removeItem(key);
  return null;
}
