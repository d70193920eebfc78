/** One plain mailbox: no lists, names, quotes, comments or line breaks, at most 254 characters (RFC 5321). */
const ADDRESS = /^[^\s@"(),:;<>[\]\\\p{Cc}]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,187}[a-z0-9])?$/iu;

/** Whether a text is an address that one mail can be sent to. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text) && !/\.\.|^\.|\.@/.test(text);
}
