import { describeTexts } from '../../../../platform/texts/describe-texts.fixture.ts';
import { TEXTS } from './texts.ts';

describeTexts('storage retention', TEXTS);
