/**
 * One plain mailbox of at most 254 characters (RFC 5321): no lists, display names, quotes, comments, line breaks or invisible
 * characters.
 */
const ADDRESS = /^[^\s@"(),:;<>[\]\\\p{Cc}\p{Cf}]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,187}[a-z0-9])?$/iu;

/**
 * Whether a text is the address of a single mailbox. Compatibility characters, such as full-width letters, are refused: they
 * pass for the letters they resemble.
 */
export function isMailAddress(text: string): boolean {
  const isPlain = text.normalize('NFKC') === text;
  return text.length <= 254 && isPlain && ADDRESS.test(text) && !/\.\.|^\.|\.@/.test(text);
}

/**
 * The stricter check for typed addresses: the host must end in a top-level domain, as in `example.com`. Stored addresses and
 * those from other providers may have a host without one.
 */
export const isTypedMailAddress = (text: string): boolean =>
  isMailAddress(text) && /\.(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i.test(text);
