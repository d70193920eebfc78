import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core';

/** The shades come from tokens.css, where the channel's colour is known; the theme only needs the name. */
const accent: MantineColorsTuple = Array(10).fill('var(--accent)') as unknown as MantineColorsTuple;

/** Quiet surfaces and one accent: small radii, one font, a pointer cursor over what can be pressed. */
export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  fontFamily: 'var(--mantine-font-family)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    if (input.color === 'red' && input.variant === 'filled') {
      return { ...colors, background: 'var(--danger)', hover: 'var(--danger)', color: 'var(--paper)' };
    }
    if (input.color === 'red' && input.variant === 'outline') {
      return { ...colors, color: 'var(--danger)', border: '1px solid var(--danger)' };
    }
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-accent)' } : colors;
  },
});
