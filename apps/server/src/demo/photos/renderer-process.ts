import sharp from 'sharp';
import { answerParent } from '../../platform/worker-process.ts';
import { renderDemoPhoto } from './render.ts';

sharp.concurrency(1);
sharp.cache(false);
answerParent(renderDemoPhoto);
