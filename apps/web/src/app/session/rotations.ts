import type { TokenSet, TokenStore } from './token-store.ts';

/** Where tabs exchange renewed refresh tokens: a duplicated or reopened tab has a copy of another's. */
const CHANNEL = 'keepsake.session-renewal';
/** Tabs answer in a few milliseconds, unless the browser has suspended them. */
const BEFORE_SPENDING_MS = 200;
const AFTER_REFUSAL_MS = 1_000;

/** 'This refresh token is spent, here is what it was spent for, as JSON', and the question for that. */
type Message = { spent: string; user: string } | { asked: string };

/** Keeps tabs from spending each other's refresh tokens, which the provider would treat as theft. */
export function shareRotations(tokens: TokenStore) {
  const channel = new BroadcastChannel(CHANNEL);
  const spentTokens = new Set<string>();
  let ownToken: string | undefined;
  const send = (message: Message) => channel.postMessage(message);

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const kept = tokens.read();
    if (!kept) return;
    if ('asked' in data) {
      if (spentTokens.has(data.asked)) send({ spent: data.asked, user: JSON.stringify(kept) });
      return;
    }
    const next: TokenSet = JSON.parse(data.user);
    if (kept.refresh_token !== data.spent || next.profile.sub !== kept.profile.sub) return;
    spentTokens.add(data.spent);
    tokens.write(next);
  };

  /** Whether another tab has spent this token; this tab then has the new one, too. */
  async function ask(token: string, patienceMs: number): Promise<boolean> {
    const answered = nextWritten(tokens, patienceMs);
    send({ asked: token });
    await answered;
    return tokens.read()?.refresh_token !== token;
  }

  return {
    announce(spent: string, next: TokenSet): void {
      spentTokens.add(spent);
      ownToken = next.refresh_token;
      send({ spent, user: JSON.stringify(next) });
    },
    /** Asked before a token is spent that this tab did not get itself, since it may be a copy. */
    isSpentElsewhere: async (token: string) => token !== ownToken && (await ask(token, BEFORE_SPENDING_MS)),
    /** Asked when the provider has refused it: the tab that spent it may say so only after the lock. */
    isTakenOver: (refused: string) => ask(refused, AFTER_REFUSAL_MS),
  };
}

/** Waits for a new token in this tab, but not for long. */
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
