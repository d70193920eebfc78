import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectStill } from './stillness.ts';

/** Expects that axe finds nothing serious on the page as it stands, in the light and in the dark scheme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // The app follows the system a moment later; the provider's pages at once.
    const app = page.locator('html[data-mantine-color-scheme]');
    if ((await app.count()) > 0) await expect(app).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expectStill(page);
    const { violations } = await axeFor(page, colorScheme).analyze();
    const faults = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(faults, colorScheme).toEqual([]);
  }
}

/** Every rule in the light; in the dark nothing but the colours is another. */
function axeFor(page: Page, colorScheme: 'light' | 'dark'): AxeBuilder {
  // Without frames of others there is nothing to gather from them in a page of its own; what passes is not listed.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const resultTypes = ['violations' as const];
  if (colorScheme === 'dark') return axe.options({ resultTypes }).withRules(['color-contrast']);
  // Who speaks to the page says what is written on it: axe leaves that out unless it is told.
  return axe.options({ resultTypes, rules: { 'label-content-name-mismatch': { enabled: true } } });
}
