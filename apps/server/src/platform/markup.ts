import { escapeMarkup } from '@keepsake/contracts/platform/plain-text';

/** Markup that is safe to send, because only `html` creates it. */
export type Html = { readonly markup: string };
type Part = Html | string | number | null | undefined | false | readonly Part[];

/** Template for markup. Escapes every value that is not markup itself; null, undefined and false render nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: strings.reduce((text, string, index) => text + render(parts[index - 1]) + string) };
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeMarkup(String(part));
  if ('markup' in part) return part.markup;
  return part.map(render).join('');
}

/**
 * An element with data for the page. It is not a script, so the content security policy allows it inline; no value can close it.
 */
export function dataBlock(
  type: 'application/json' | 'application/ld+json',
  data: unknown,
  id?: string,
): Html {
  const json: Html = { markup: JSON.stringify(data).replaceAll('<', '\\u003c') };
  return html`<script type="${type}"${id === undefined ? null : html` id="${id}"`}>${json}</script>`;
}
