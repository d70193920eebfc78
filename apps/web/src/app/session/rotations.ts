import { User, type UserManager } from 'oidc-client-ts';

/** Where tabs exchange renewed refresh tokens: a duplicated or reopened tab has a copy of another's. */
const CHANNEL = 'keepsake.session-renewal';
/** Tabs answer in a few milliseconds, unless the browser has suspended them. */
const BEFORE_SPENDING_MS = 200;
const AFTER_REFUSAL_MS = 1_000;

/** 'This refresh token is spent, here is the user it was spent for', and the question for that. */
type Message = { spent: string; user: string } | { asked: string };

/** Keeps tabs from spending each other's refresh tokens, which the provider would treat as theft. */
export function shareRotations(manager: UserManager) {
  const channel = new BroadcastChannel(CHANNEL);
  const spentTokens = new Set<string>();
  let ownToken: string | undefined;
  const send = (message: Message) => channel.postMessage(message);

  channel.onmessage = async ({ data }: MessageEvent<Message>) => {
    const user = await manager.getUser();
    if (!user) return;
    if ('asked' in data) {
      if (spentTokens.has(data.asked)) send({ spent: data.asked, user: user.toStorageString() });
      return;
    }
    const next = User.fromStorageString(data.user);
    if (user.refresh_token !== data.spent || next.profile.sub !== user.profile.sub) return;
    spentTokens.add(data.spent);
    await manager.storeUser(next);
    await manager.getUser(true);
  };

  /** Whether another tab has spent this token; this tab then has the new one, too. */
  async function ask(token: string, patienceMs: number): Promise<boolean> {
    const answered = nextUser(manager, patienceMs);
    send({ asked: token });
    await answered;
    return (await manager.getUser())?.refresh_token !== token;
  }

  return {
    announce(spent: string, user: User): void {
      spentTokens.add(spent);
      ownToken = user.refresh_token;
      send({ spent, user: user.toStorageString() });
    },
    /** Asked before a token is spent that this tab did not get itself, since it may be a copy. */
    isSpentElsewhere: async (token: string) => token !== ownToken && (await ask(token, BEFORE_SPENDING_MS)),
    /** Asked when the provider has refused it: the tab that spent it may say so only after the lock. */
    isTakenOver: (refused: string) => ask(refused, AFTER_REFUSAL_MS),
  };
}

/** Waits for a new token in this tab, but not for long. */
function nextUser(manager: UserManager, patienceMs: number): Promise<void> {
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
