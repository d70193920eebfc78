import { startSession } from './app/start-session.ts';

/** Loaded and run before the rest of the app: what it asks for is under way while that arrives. */
export const started = startSession();
