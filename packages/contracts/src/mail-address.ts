/** One plain mailbox: no lists, names, quotes, comments, line breaks or marks that nobody sees, at most 254 characters (RFC 5321). */
const ADDRESS = /^[^\s@"(),:;<>[\]\\\p{Cc}\p{Cf}]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,187}[a-z0-9])?$/iu;

/** Whether a text is an address that one mail can be sent to. Letters of another width or shape pass for those they look like. */
export function isMailAddress(text: string): boolean {
  const isPlain = text.normalize('NFKC') === text;
  return text.length <= 254 && isPlain && ADDRESS.test(text) && !/\.\.|^\.|\.@/.test(text);
}

/**
 * The same of what somebody types: the host of a mailbox on the internet ends in a domain, `example.com`. What is stored
 * already, and what another provider tells, may be of a host without one.
 */
export const isTypedMailAddress = (text: string): boolean =>
  isMailAddress(text) && /\.(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i.test(text);
