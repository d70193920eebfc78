import { ANNA, NOAH } from '../customers.ts';
import type { Shot } from './shot.ts';

/** Screens outside the library. */
export const ACCOUNT_SHOTS: Shot[] = [
  { name: 'sign-in', customer: null, path: '/' },
  { name: 'overview', customer: ANNA, path: '/' },
  { name: 'overview-empty', customer: NOAH, path: '/' },
  { name: 'not-found', customer: ANNA, path: '/nowhere' },
];
