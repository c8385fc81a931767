import { watchCard } from "./card.ts";
import { countDown } from "./countdown.ts";
import { watchFields } from "./fields.ts";
import { guardForms } from "./forms.ts";
import { tellFrame } from "./frame.ts";
import { offerTestCards } from "./test-cards.ts";

/** Every page works without this script; it only says things sooner. */
watchCard();
watchFields();
guardForms();
offerTestCards();
countDown();
tellFrame();
