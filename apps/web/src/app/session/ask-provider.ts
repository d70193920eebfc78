/** How long a provider may take that is asked without showing anything, in milliseconds. */
export const SILENT_TIMEOUT_MS = 10_000;

/** A frame in which nothing has come back to us. */
export class FrameTimeout extends Error {}

/**
 * Asks a provider at our own address whether it knows the customer: it is sent its cookies and leads to our page as it would
 * in a hidden frame, without a document, its script and a message in between. Resolves with the address that it leads to.
 */
export async function askByFetch(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(SILENT_TIMEOUT_MS) });
  if (!response.redirected) throw new Error(`The provider answered ${response.status}`);
  return response.url;
}

/** Asks any other provider, in a hidden frame. Throws a FrameTimeout where it does not lead back. */
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
 * Opens a small window over the page, while the customer's press is handled, and leads it to the address as soon as that is known.
 * Throws where the browser opens none, and when it is closed.
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

/** In the middle of this window, and much narrower. */
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

/** Waits for the address that the provider has led a frame or a window to, by the state of the request. */
function listenForAnswer(url: string, onAnswer: (answer: string) => void): () => void {
  const stateOf = (address: string) => new URL(address).searchParams.get('state');
  const state = stateOf(url);
  function onMessage({ origin, data }: MessageEvent<{ source?: string; url: string } | null>) {
    if (origin !== window.location.origin || data?.source !== SOURCE) return;
    if (stateOf(data.url) === state) onAnswer(data.url);
  }
  window.addEventListener('message', onMessage);
  return () => window.removeEventListener('message', onMessage);
}

/** In the small window: hands the address that the provider has led it to to the page that opened it, which closes it. */
export function notifyOpener(url: string): void {
  if (window.opener) window.opener.postMessage({ source: SOURCE, url }, window.location.origin);
  else window.close();
}

/** Leads this page to the provider. Resolves only when the browser brings the page back as it was. */
export function leaveFor(url: string): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true });
    window.location.assign(url);
  });
}
