import { onTestFinished } from 'vitest';
import { type AreaTexts, ownTexts, takeOwnTexts } from '../platform/languages.ts';

/** Gives a brand its own wording in a language until the test is over, as a channels file does. */
export function setBrandWording(brand: string, locale: string, texts: AreaTexts): void {
  const before = ownTexts();
  onTestFinished(() => takeOwnTexts(before));
  takeOwnTexts({ ...before, brands: new Map([[brand, new Map([[locale, texts]])]]) });
}
