import * as z from 'zod/mini';

/**
 * One plain mailbox of at most 254 characters (RFC 5321): no lists, display names, quotes, comments, line breaks or invisible
 * characters.
 */
const ADDRESS = /^[^\s@"(),:;<>[\]\\\p{Cc}\p{Cf}]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,187}[a-z0-9])?$/iu;
/** A host with letters beyond ASCII: it has none of the characters that would make a URL of it. */
const INTERNATIONAL_HOST = /^[\p{L}\p{M}\p{N}.-]{1,190}$/u;

/**
 * The spelling in which an address is stored and sent to: a host such as `müller.example` in its ASCII form,
 * `xn--mller-kva.example`, which every mail server knows. Anything else stays as it is.
 */
export function toMailAddress(text: string): string {
  const at = text.lastIndexOf('@');
  const host = text.slice(at + 1);
  const isAscii = /^[\x20-\x7e]*$/.test(host);
  if (at < 0 || isAscii || !INTERNATIONAL_HOST.test(host) || host.normalize('NFKC') !== host) return text;
  try {
    return text.slice(0, at + 1) + new URL(`http://${host}`).hostname;
  } catch {
    return text;
  }
}

/**
 * Whether a text is the address of a single mailbox. Compatibility characters, such as full-width letters, are refused: they
 * pass for the letters they resemble.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > 254 || text.normalize('NFKC') !== text) return false;
  return ADDRESS.test(toMailAddress(text)) && !/\.\.|^\.|\.@/.test(text);
}

/**
 * The stricter check for typed addresses: the host must end in a top-level domain, as in `example.com`, and the part before the
 * @ must be ASCII, because most mail servers refuse any other. Stored addresses and those from other providers may differ.
 */
export const isTypedMailAddress = (text: string): boolean =>
  isMailAddress(text) && /^[\x21-\x7e]+@.+\.(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i.test(toMailAddress(text));

/** Schema of an address as typed, in its stored spelling; `check` tells which ones are accepted. */
/* @__NO_SIDE_EFFECTS__ */
export const mailAddress = (check: (text: string) => boolean, message?: string) =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(1_000)),
      z.transform((text) => toMailAddress(text.trim())),
    ),
    z.string().check(z.refine(check, message)),
  );
