import { onTestFinished } from 'vitest';
import { type AreaTexts, ownTexts, setOwnTexts } from '../platform/languages.ts';

/** Gives a brand its own wording in a language until the test is over, as a channels file does. */
export function setBrandWording(brand: string, locale: string, texts: AreaTexts): void {
  const before = ownTexts();
  onTestFinished(() => setOwnTexts(before));
  setOwnTexts({ ...before, brands: new Map([[brand, new Map([[locale, texts]])]]) });
}
