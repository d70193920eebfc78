import { type Html, html } from '../../../../platform/markup.ts';
import type { Appearance } from './appearance.ts';
import { SCRIPT_PATH, stylesheetUrl } from './assets.ts';

/** A whole page: one heading, its content, the brand above and the way to customer care below. */
export function layout(appearance: Appearance, title: string, content: Html): string {
  const { look, locale, home, t, appOrigin } = appearance;
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${look.name}</title>
<link rel="icon" type="image/svg+xml" href="/channels/${look.id}/favicon.svg">
<link rel="stylesheet" href="${stylesheetUrl(look.id)}">
<script src="${SCRIPT_PATH}" defer></script>
</head>
<body>
<header class="brand">
<a href="${home}"><picture>
<source srcset="${look.logoDarkUrl}" media="(prefers-color-scheme: dark)">
<img src="${look.logoUrl}" alt="${look.name}" height="32">
</picture></a>
</header>
<main class="card">
<h1>${unbroken(title)}</h1>
${content}
</main>
<footer><a href="${new URL(look.customerCareUrl, appOrigin).href}">${t('footer.help')}</a></footer>
</body>
</html>
`.markup;
}

/** Keeps 'e-mail' on one line where headings wrap: U+2011 is the hyphen that does not break. */
function unbroken(title: string): string {
  return title.replace(/\b(e)-(?=\p{L})/giu, '$1\u2011');
}

type Message = {
  title: string;
  text: string;
  /** The one thing to do next. */
  action?: { label: string; href: string };
  detail?: Html;
};

/** A page that says one thing and leads on. */
export function messagePage(appearance: Appearance, { title, text, action, detail }: Message): string {
  return layout(
    appearance,
    title,
    html`<p class="intro">${text}</p>
${detail}
${action && html`<p><a class="button" href="${action.href}">${action.label}</a></p>`}`,
  );
}
