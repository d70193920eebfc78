import { User, type UserManager } from 'oidc-client-ts';

/** Where tabs speak of renewed refresh tokens: a duplicated or reopened tab holds a copy of another's. */
const CHANNEL = 'keepsake.session-renewal';
/** Tabs answer in a few milliseconds, unless they are put away. */
const BEFORE_SPENDING_MS = 200;
const AFTER_REFUSAL_MS = 1_000;

/** 'This refresh token is spent, here is what came of it', and the question for it. */
type Word = { spent: string; user: string } | { asked: string };

/** Keeps tabs from spending each other's refresh tokens, which the provider would take for theft. */
export function shareRotations(manager: UserManager) {
  const channel = new BroadcastChannel(CHANNEL);
  const spentTokens = new Set<string>();
  let ownToken: string | undefined;
  const say = (word: Word) => channel.postMessage(word);

  channel.onmessage = async ({ data }: MessageEvent<Word>) => {
    const user = await manager.getUser();
    if (!user) return;
    if ('asked' in data) {
      if (spentTokens.has(data.asked)) say({ spent: data.asked, user: user.toStorageString() });
      return;
    }
    const next = User.fromStorageString(data.user);
    if (user.refresh_token !== data.spent || next.profile.sub !== user.profile.sub) return;
    spentTokens.add(data.spent);
    await manager.storeUser(next);
    await manager.getUser(true);
  };

  /** Whether another tab knows what came of this token; this one then has it too. */
  async function ask(token: string, patienceMs: number): Promise<boolean> {
    const heard = hearUser(manager, patienceMs);
    say({ asked: token });
    await heard;
    return (await manager.getUser())?.refresh_token !== token;
  }

  return {
    announce(spent: string, user: User): void {
      spentTokens.add(spent);
      ownToken = user.refresh_token;
      say({ spent, user: user.toStorageString() });
    },
    /** Asked before a token is spent that this tab did not get itself, since it may be a copy. */
    isSpentElsewhere: async (token: string) => token !== ownToken && (await ask(token, BEFORE_SPENDING_MS)),
    /** Asked when the provider has refused it: the word of who spent it may come after the lock. */
    isTakenOver: (refused: string) => ask(refused, AFTER_REFUSAL_MS),
  };
}

/** Waits for a new token in this tab, but not for long. */
function hearUser(manager: UserManager, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = manager.events.addUserLoaded(done);
    const latest = setTimeout(done, patienceMs);
    function done() {
      stop();
      clearTimeout(latest);
      resolve();
    }
  });
}
