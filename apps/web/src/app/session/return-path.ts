/** Pages that lead into or out of a session: nobody wants to come back to them. */
const NOT_WORTH_RETURNING = ['/signed-in', '/silent-renew', '/logout'];

/** The path, query and fragment of a page of this site; '/' for anything that leads elsewhere. */
export function safeReturnPath(wanted: unknown, origin: string): string {
  if (typeof wanted !== 'string' || !URL.canParse(wanted, origin)) return '/';
  const url = new URL(wanted, origin);
  if (url.origin !== origin || NOT_WORTH_RETURNING.includes(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
