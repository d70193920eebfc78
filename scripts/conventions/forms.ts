import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';

const WEB = 'apps/web/src/';

/** A form of the page, as an element or as what a component of the library renders. */
const FORM = /<form\b|\bcomponent="form"|\bcreateElement\('form'/g;
/** What `useForm` hands out, alone or within what wraps it. */
const OF_USE_FORM = /^<form\s+\{\.\.\.(\w+\.)?form\}/;

/**
 * Lists forms of the web app that are not `useForm`'s: each would judge its fields at a moment of its own, and could be left without
 * a question about what was typed.
 */
export function checkForms(sources: Sources): string[] {
  return [...sources]
    .filter(([file]) => file.startsWith(WEB) && file.endsWith('.tsx') && !isTest(file))
    .flatMap(([file, text]) =>
      [...text.matchAll(FORM)]
        .filter(({ index }) => !OF_USE_FORM.test(text.slice(index, index + 80)))
        .map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}: forms are those of useForm`),
    );
}
