/** A browser for tests: keeps cookies by path, follows redirects, finds and posts the forms of pages. */
export type Page = { url: string; status: number; text: string; headers: Headers };

type Cookie = { name: string; value: string; path: string };
/** Pages of the web app: a redirect to one is not followed. */
const APP_PATHS = ['/', '/signed-in', '/silent-renew', '/logout'];

export type Browser = ReturnType<typeof openBrowser>;

export function openBrowser(publicUrl: string, extraHeaders: Record<string, string> = {}) {
  let cookies: Cookie[] = [];
  let isFollowing = true;

  function cookieHeader(url: URL): string {
    const matches = cookies.filter(({ path }) =>
      `${url.pathname}/`.startsWith(path === '/' ? '/' : `${path}/`),
    );
    return matches.map(({ name, value }) => `${name}=${value}`).join('; ');
  }
  function keep(setCookies: string[]): void {
    for (const line of setCookies) {
      const [pair = '', ...attributes] = line.split(/;\s*/);
      const [name = '', value = ''] = pair.split(/=(.*)/);
      const attribute = (wanted: string) =>
        attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
      const path = attribute('path') ?? '/';
      cookies = cookies.filter((one) => one.name !== name || one.path !== path);
      const isGone = new Date(attribute('expires') ?? '2999-01-01').getTime() < Date.now();
      if (!isGone && value !== '') cookies.push({ name, value, path });
    }
  }
  async function request(address: string, init: RequestInit = {}): Promise<Page> {
    const url = new URL(address, publicUrl);
    const headers = {
      accept: 'text/html',
      ...extraHeaders,
      ...(init.headers as object),
      cookie: cookieHeader(url),
    };
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    keep(answer.headers.getSetCookie());
    const location = answer.headers.get('location');
    if (!location)
      return { url: url.href, status: answer.status, text: await answer.text(), headers: answer.headers };
    const next = new URL(location, url);
    const isLeft =
      !isFollowing || next.origin !== new URL(publicUrl).origin || APP_PATHS.includes(next.pathname);
    if (isLeft) return { url: next.href, status: answer.status, text: '', headers: answer.headers };
    return request(next.href);
  }
  const post = (address: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    request(address, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: new URL(publicUrl).origin, 'sec-fetch-site': 'same-origin', ...headers },
    });
  return {
    open: (address: string) => request(address),
    post,
    /** Posts the page's form with its hidden fields and these. */
    submit(page: Page, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
      const [, action = ''] = /<form[^>]*\baction="([^"]*)"/.exec(page.text) ?? [];
      if (action === '')
        throw new Error(`No form on ${page.url} (${page.status}): ${page.text.slice(0, 500)}`);
      return post(unescapeHtml(action), { ...hiddenFields(page.text), ...fields }, headers);
    },
    /** From now on redirects are not followed, as in a closed tab: a page's address is where it would have led. */
    stopAtRedirects: () => {
      isFollowing = false;
    },
    cookies: () => cookies,
  };
}

/** Address of the first link on a page with that text. */
export function linkOn(page: Page, text: string): string {
  const anchors = [...page.text.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)];
  const found = anchors.find(([, , label = '']) => unescapeHtml(label).includes(text));
  if (!found?.[1]) throw new Error(`No link '${text}' on ${page.url} (${page.status})`);
  return unescapeHtml(found[1]);
}

/** The value of an attribute on the first element that has it; null if none does. */
export function attributeOn(page: Page, name: string): string | null {
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`).exec(page.text) ?? [];
  return value === undefined ? null : unescapeHtml(value);
}

export function headingOf(page: Page): string {
  return unescapeHtml(/<h1>([\s\S]*?)<\/h1>/.exec(page.text)?.[1] ?? '').replaceAll('\u2011', '-');
}

function hiddenFields(markup: string): Record<string, string> {
  const inputs = [...markup.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, unescapeHtml(value)]));
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
