import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { ANNA } from '../customers.ts';

/** A text in the screenshot's locale by its key; placeholders are left out. */
export type Texts = (key: string) => string;
export type Act = (page: Page, texts: Texts) => Promise<unknown>;

/** One screenshot. */
export type Shot = {
  name: string;
  customer: typeof ANNA | null;
  path: string;
  /** Before the page is opened. */
  prepare?: Act;
  /** On the open page. */
  act?: Act;
  /** Something never arrives: the screenshot shows the page waiting. */
  isWaiting?: boolean;
};

/** The texts of one of the app's languages. */
export function readTexts(locale: string): Texts {
  const file = path.resolve(import.meta.dirname, `../../apps/web/locales/${locale}.json`);
  const sections = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
  return (key) => {
    const [section = '', name = ''] = key.split('.');
    const text = sections[section]?.[name];
    if (text === undefined) throw new Error(`There is no text ${key} in ${locale}`);
    return text.replaceAll(/\{\{[^}]*\}\}/g, '').trim();
  };
}

/** Presses one of the library's tools, which narrow windows have in a menu, and waits for its dialog. */
export const pressTool =
  (key: string): Act =>
  async (page, texts) => {
    const more = page.getByRole('button', { name: texts('library.more'), exact: true });
    await page.getByRole('combobox').waitFor();
    if (await more.isVisible()) await more.click();
    await press(key)(page, texts);
  };

/** Presses a button of the page and waits for its dialog. */
export const press =
  (key: string): Act =>
  async (page, texts) => {
    await page
      .getByRole('button', { name: texts(key) })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  };

/** Leaves matching requests unanswered. */
export const withhold =
  (...addresses: string[]): Act =>
  async (page) => {
    for (const address of addresses) await page.route(address, () => undefined);
  };

/** Makes matching requests fail. */
export const fail =
  (...addresses: string[]): Act =>
  async (page) => {
    for (const address of addresses)
      await page.route(address, (route) => route.fulfill({ status: 400, json: { code: 'x' } }));
  };

/** Runs acts one after the other. */
export const inTurn =
  (...acts: Act[]): Act =>
  async (page, texts) => {
    for (const act of acts) await act(page, texts);
  };
