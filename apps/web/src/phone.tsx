import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@fontsource-variable/inter/wght.css';
import './app/theme/tokens.css';
import './app/theme/base.css';
import { followScheme } from './app/phone/follow-scheme.ts';
import { PhoneApp } from './app/phone/phone-app.tsx';

// The page that a phone opens by a code. Without sign-in, router and the library's parts it is a third of the app.
followScheme(document.documentElement);

const root = document.querySelector('#root');
if (!root) throw new Error('phone.html has no #root');
createRoot(root).render(
  <StrictMode>
    <PhoneApp />
  </StrictMode>,
);
