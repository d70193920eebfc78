import { type BlockerFn, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { listenTo } from '#/shared/signal.ts';
import { leaveTopmost, useTakesBack } from './layers.ts';
import { passRepeated, useSecondEntry } from './second-entry.ts';
import { askToDiscard, hasUnsaved, useDiscardQuestion } from './unsaved.ts';

const loadQuestion = () => import('./discard-question.tsx');
const DiscardQuestion = lazyPart(loadQuestion);

/** With the first letter that is typed, so that the question can be shown offline, too. A failure is reported when it is needed. */
const loadEarly = () => void loadQuestion().catch(() => null);

/**
 * Back leaves what lies over a page, then ends a mode such as selecting, and only then leaves the page. A page with a form that
 * holds what was typed asks before it is left. Where the browser has nothing of ours to go back to, or the page is closed or
 * reloaded, the browser itself asks.
 */
export function BeforeLeaving(): ReactNode {
  const { history } = useRouter();
  useSecondEntry(useTakesBack());
  useEffect(() => {
    const leave: BlockerFn = (navigation) => {
      const { action, currentLocation, nextLocation } = navigation;
      if (action === 'BACK' && leaveTopmost('back')) return keepPlace();
      if (passRepeated(navigation)) return false;
      if (currentLocation.pathname === nextLocation.pathname || !hasUnsaved()) return false;
      const discarded = askToDiscard();
      if (action === 'PUSH' || action === 'REPLACE') return discarded.then((isDiscarded) => !isDiscarded);
      // The browser has gone there already: it is led back until the question is answered.
      const steps = nextLocation.state.__TSR_index - currentLocation.state.__TSR_index;
      void discarded.then((isDiscarded) => isDiscarded && history.go(steps, { ignoreBlocker: true }));
      return keepPlace();
    };
    return history.block({ blockerFn: leave, enableBeforeUnload: false });
  }, [history]);
  useEffect(() => listenTo(window, 'beforeunload', (event) => hasUnsaved() && event.preventDefault()), []);
  useEffect(() => listenTo(document, 'input', loadEarly, { once: true }), []);
  const isOpen = useDiscardQuestion(({ answer }) => answer !== null);
  return isOpen && <DiscardQuestion />;
}

/**
 * Keeps the page where it is while the browser, which has gone elsewhere, is led back to it: on the way it scrolls to the place
 * of the other entry, and an entry whose page scrolls by itself gets its own back from nobody.
 */
function keepPlace(): true {
  const { scrollX, scrollY } = window;
  listenTo(window, 'popstate', () => scrollTo(scrollX, scrollY), { once: true });
  return true;
}
