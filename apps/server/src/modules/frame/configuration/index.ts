export { createConfiguration } from './mount-configuration.ts';
