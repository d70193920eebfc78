import { lazyPart } from './lazy-part.tsx';

/** Says that the photos are hidden, until when, and that an order brings them back. Few ever see it. */
export const HiddenNotice = lazyPart(() => import('./hidden-notice.tsx'));
