import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Our own properties, set from what is shown. */
    [name: `--${string}`]: string | number | undefined;
  }
}
