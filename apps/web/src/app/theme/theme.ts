import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core';

/** The shades come from tokens.css, where the channel's colour is known; the theme only needs the name. */
const accent: MantineColorsTuple = Array(10).fill('var(--accent)') as unknown as MantineColorsTuple;

/** Paper and one accent: small radii, one type family, a pointer over what can be pressed. */
export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  fontFamily: 'var(--mantine-font-family)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-accent)' } : colors;
  },
});
