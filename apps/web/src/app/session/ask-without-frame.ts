import type { INavigator } from 'oidc-client-ts';

/** As long as the library waits for a frame, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Asks a provider at our own address whether it knows the customer: it is sent its cookies and leads to our page as it would
 * in a hidden frame, without a document, its script and a message in between. Elsewhere only a frame can ask.
 */
export const askWithoutFrame: INavigator = {
  prepare: async () => ({ navigate, close() {} }),
  callback: async () => {},
};

async function navigate({ url }: { url: string }): Promise<{ url: string }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.redirected) throw new Error(`The provider answered ${response.status}`);
  return { url: response.url };
}
