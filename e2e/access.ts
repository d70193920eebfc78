import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectStill } from './stillness.ts';

/** Expects that axe finds no violations on the current page, in the light and in the dark scheme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // The app follows the system with a slight delay, the provider's pages immediately.
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

/** All rules in the light scheme; in the dark one only colours differ. */
function axeFor(page: Page, colorScheme: 'light' | 'dark'): AxeBuilder {
  // Without third-party frames there is nothing to collect from them in an extra page; passed rules are not listed.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const resultTypes = ['violations' as const];
  if (colorScheme === 'dark') return axe.options({ resultTypes }).withRules(['color-contrast']);
  // Voice control users say what is written on the page; axe does not check that by default.
  return axe.options({ resultTypes, rules: { 'label-content-name-mismatch': { enabled: true } } });
}
