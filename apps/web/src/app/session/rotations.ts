import { fieldsOf, parseJson } from '#/shared/json.ts';
import { isTokenSet, type TokenSet, type TokenStore } from './token-store.ts';

/** Channel on which tabs exchange renewed refresh tokens: a duplicated or reopened tab has a copy of another's. */
const CHANNEL = 'keepsake.session-renewal';
/** How long to wait for other tabs, in milliseconds. They answer within a few, unless the browser has suspended them. */
const BEFORE_SPENDING_MS = 200;
const AFTER_REFUSAL_MS = 1_000;

/** 'This refresh token has been used, here is its replacement as JSON', and the question for it. */
type Message = { spent: string; user: string } | { requested: string };

/** Prevents tabs from reusing each other's refresh tokens, which the provider would treat as theft. */
export function syncRefreshTokens(tokens: TokenStore) {
  const channel = new BroadcastChannel(CHANNEL);
  const spentTokens = new Set<string>();
  let ownToken: string | undefined;
  const send = (message: Message) => channel.postMessage(message);

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const stored = tokens.read();
    const { requested, spent, user } = fieldsOf(data);
    if (!stored) return;
    if (typeof requested === 'string' && spentTokens.has(requested))
      send({ spent: requested, user: JSON.stringify(stored) });
    if (typeof user !== 'string' || typeof spent !== 'string') return;
    const next = parseJson(user);
    if (stored.refresh_token !== spent || !isTokenSet(next) || next.profile.sub !== stored.profile.sub)
      return;
    spentTokens.add(spent);
    tokens.write(next);
  };

  /** Whether another tab has used this token, in which case this tab has received the new one. */
  async function ask(token: string, patienceMs: number): Promise<boolean> {
    const answered = nextWritten(tokens, patienceMs);
    send({ requested: token });
    await answered;
    return tokens.read()?.refresh_token !== token;
  }

  return {
    announce(spent: string, next: TokenSet): void {
      spentTokens.add(spent);
      ownToken = next.refresh_token;
      send({ spent, user: JSON.stringify(next) });
    },
    /** Asked before using a token that this tab did not obtain itself, since it may be a copy. */
    isUsedByOtherTab: async (token: string) => token !== ownToken && (await ask(token, BEFORE_SPENDING_MS)),
    /** Asked after the provider rejected the token: the tab that used it may announce it only after releasing the lock. */
    wasReplacedByOtherTab: (refused: string) => ask(refused, AFTER_REFUSAL_MS),
  };
}

/** Waits briefly for a new token in this tab. */
function nextWritten(tokens: TokenStore, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = tokens.listen(done);
    const latest = setTimeout(done, patienceMs);
    function done() {
      stop();
      clearTimeout(latest);
      resolve();
    }
  });
}
