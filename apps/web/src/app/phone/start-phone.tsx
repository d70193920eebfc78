import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@fontsource-variable/inter/wght.css';
import '../theme/tokens.css';
import '../theme/base.css';
import { followScheme } from './follow-scheme.ts';
import { PhoneApp } from './phone-app.tsx';

/** Shows the page that a phone opens by a code. Without sign-in, router and screens it is half of the app. */
export function startPhone(root: Element): void {
  followScheme(document.documentElement);
  createRoot(root).render(
    <StrictMode>
      <PhoneApp />
    </StrictMode>,
  );
}
