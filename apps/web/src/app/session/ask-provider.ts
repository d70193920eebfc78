import { listenTo } from '#/shared/signal.ts';

/** Timeout of a silent request to the provider, in milliseconds. */
export const SILENT_TIMEOUT_MS = 10_000;

/** Nothing came back from the hidden frame in time. */
export class FrameTimeout extends Error {}

/**
 * Silently asks a provider on our own host whether it knows the customer. A fetch sends the same cookies and follows the same
 * redirect as a hidden frame, but needs no document, script and message. Resolves to the address it redirects to.
 */
export async function askByFetch(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(SILENT_TIMEOUT_MS) });
  if (!response.redirected) throw new Error(`The provider answered ${response.status}`);
  return response.url;
}

/** Asks any other provider in a hidden frame. Throws a FrameTimeout if it does not redirect back. */
export async function askInFrame(url: string): Promise<string> {
  const frame = Object.assign(document.createElement('iframe'), { hidden: true, src: url });
  document.body.append(frame);
  const answer = Promise.withResolvers<string>();
  const timer = setTimeout(
    () => answer.reject(new FrameTimeout('The frame was not answered')),
    SILENT_TIMEOUT_MS,
  );
  const stop = listenForAnswer(url, answer.resolve);
  return answer.promise.finally(() => {
    clearTimeout(timer);
    stop();
    frame.remove();
  });
}

const CLOSED_POLL_MS = 500;

/**
 * Opens a popup synchronously, while the customer's press is handled, and navigates it once the address is known. Throws if the
 * browser blocks it, and when it is closed.
 */
export async function askInWindow(findAddress: () => Promise<string>): Promise<string> {
  const opened = window.open(undefined, '_blank', windowFeatures());
  if (!opened) throw new Error('The browser has opened no window');
  const answer = Promise.withResolvers<string>();
  const timer = setInterval(
    () => opened.closed && answer.reject(new Error('The window was closed')),
    CLOSED_POLL_MS,
  );
  let stop = () => {};
  try {
    const url = await findAddress();
    stop = listenForAnswer(url, answer.resolve);
    opened.location.replace(url);
    return await answer.promise;
  } finally {
    clearInterval(timer);
    stop();
    opened.close();
  }
}

/** Centred on this window and much narrower. */
function windowFeatures(): string {
  const { outerWidth, outerHeight, screenX, screenY } = window;
  const width = [800, 720, 600, 480].find((each) => each <= outerWidth / 1.618) ?? 360;
  const height = 640;
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2));
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

/** Marks the messages of `silent-renew.ts` and `notifyOpener`. */
const SOURCE = 'keepsake.sign-in';

/** Waits for the address to which the provider has redirected a frame or popup, matched by the request's state. */
function listenForAnswer(url: string, onAnswer: (answer: string) => void): () => void {
  const stateOf = (address: string) => new URL(address).searchParams.get('state');
  const state = stateOf(url);
  function onMessage({ origin, data }: MessageEvent<{ source?: string; url: string } | null>) {
    if (origin !== window.location.origin || data?.source !== SOURCE) return;
    if (stateOf(data.url) === state) onAnswer(data.url);
  }
  return listenTo(window, 'message', onMessage);
}

/**
 * In the popup: sends the provider's redirect address to the page that opened it, which then closes it. Without that page the popup
 * closes itself; false if the browser does not let it, such as when the address was opened in another window.
 */
export function notifyOpener(url: string): boolean {
  if (window.opener) window.opener.postMessage({ source: SOURCE, url }, window.location.origin);
  else window.close();
  return window.opener !== null || window.closed;
}
