import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { forgetEarlyAnswers } from '#/shared/api/early-answers.ts';
import type { Settings } from '#/shared/configuration.tsx';
import { isOnHere } from '#/shared/flags.tsx';
import type { Session, SessionState } from '#/shared/session.ts';

type Deps = {
  router: AnyRouter;
  client: QueryClient;
  settings: Settings;
  session: Session | undefined;
  /** Resolves when the page's start script has sent all its requests. */
  requested?: Promise<void> | undefined;
};

/**
 * Loads the page at the current address and, once the sign-in state is known, the data it shows first, before anything is
 * drawn. Resolves when the page can be drawn with that data, or there is none to wait for.
 */
export async function preparePage({ router, client, settings, session, requested }: Deps): Promise<void> {
  const loaded = router.load();
  if (session && (await isAnybodySignedIn(session))) {
    await requested;
    const matches = router.matchRoutes(router.latestLocation);
    const flags = matches.flatMap(({ staticData }) => staticData.flag ?? []);
    const page = matches.at(-1);
    const isOn = flags.every((flag) => isOnHere(flag, settings.configuration));
    if (isOn) await page?.staticData.prepare?.(client, page.search);
  }
  forgetEarlyAnswers();
  await loaded;
}

function isAnybodySignedIn({ store }: Session): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (state: SessionState) => {
      if (state.status === 'starting') return;
      stop();
      resolve('identity' in state);
    };
    const stop = store.subscribe(settle);
    settle(store.getState());
  });
}
