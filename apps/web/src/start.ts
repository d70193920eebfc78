import { requestPageCode } from './app/request-page-code.ts';
import { startSession } from './app/start-session.ts';

/** Loaded and run before the rest of the app, so that its requests are under way meanwhile. */
export const started = startSession();
requestPageCode(window.location.pathname);
