const SECRETS: [RegExp, string][] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\?[^\s'")]+/g, '?…'],
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[e-mail]'],
];

/** Takes tokens, query strings and e-mail addresses out of a text that leaves the page. */
export function scrub(text: string): string {
  return SECRETS.reduce((clean, [secret, mask]) => clean.replace(secret, mask), text);
}
