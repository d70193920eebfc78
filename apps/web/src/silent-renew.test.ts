// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { askInFrame } from './app/session/ask-provider.ts';

test('the page in the hidden frame sends the message the surrounding page waits for', async () => {
  const answer = 'http://localhost:3000/silent-renew?code=c&state=s';
  window.location.href = answer;
  // The test environment loads no frames.
  vi.spyOn(document.body, 'append').mockImplementation(() => {});
  vi.spyOn(window.parent, 'postMessage').mockImplementation((data, origin) =>
    window.dispatchEvent(new MessageEvent('message', { data, origin: String(origin) })),
  );
  const requested = askInFrame('about:blank?state=s');
  // @ts-expect-error The entry exports nothing: loading it runs it.
  await import('./silent-renew.ts');
  expect(await requested).toBe(answer);
  vi.restoreAllMocks();
});
