import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Our custom properties, set from data. */
    [name: `--${string}`]: string | number | undefined;
  }
}
