import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKeyText } from '../secret-keys.ts';

/** A cookie with a random token of ours, as made by `newKeyText`, for all pages of this host. */
export function tokenCookie(publicUrl: string, plainName: string) {
  const isSecure = publicUrl.startsWith('https:');
  // Over https the prefix keeps other hosts of the domain from setting the cookie.
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const send = (reply: FastifyReply, token: string, seconds: number): void =>
    void reply.header('set-cookie', `${name}=${token}; Max-Age=${seconds}; ${attributes}`);
  return {
    /** The token that the browser has sent; null for none, and for any other text. */
    read({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
      const pairs = (headers.cookie ?? '').split(/;\s*/);
      const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
      return isKeyText(value) ? value : null;
    },
    /** Makes the browser keep a token for so many seconds from now on. */
    keep: send,
    /** Makes the browser forget its token. */
    drop: (reply: FastifyReply) => send(reply, '', 0),
  };
}
