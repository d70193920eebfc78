export { useSecondFactor } from './queries.ts';
export { RequiredSecondFactorPage } from './required-second-factor-page.tsx';
export { SecondFactorPanel } from './second-factor.tsx';
