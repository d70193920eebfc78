export { mountConfiguration } from './mount-configuration.ts';
