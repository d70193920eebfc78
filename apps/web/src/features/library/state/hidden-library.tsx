import { lazyPart } from '#/shared/lazy-part.tsx';

/** Notice that the photos are hidden, until when, and that an order restores them. Loaded on demand, because few ever see it. */
export const HiddenNotice = lazyPart(() => import('./hidden-notice.tsx'));
