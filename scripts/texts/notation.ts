import { type TextForm, WEB_TEXTS } from '@keepsake/contracts/platform/text-tables';

/**
 * Translators meet one notation, that of the web app, with two braces around a value. Texts of the server have one brace, as have the
 * files of an installation's own languages.
 */
export function toShared(text: string, form: TextForm): string {
  return form === WEB_TEXTS ? text : text.replace(/\{(\w+)\}/g, '{{$1}}');
}

/** The text as the files of its area have it. */
export function fromShared(text: string, form: TextForm): string {
  return form === WEB_TEXTS ? text : text.replace(/\{\{\s*(\w+)\s*\}\}/g, '{$1}');
}
