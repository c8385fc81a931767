import { watchCard } from "./card.ts";
import { countDown } from "./countdown.ts";
import { watchFields } from "./fields.ts";
import { guardForms } from "./forms.ts";
import { tellFrame } from "./frame.ts";
import { watchLogo } from "./logo.ts";
import { showMethod } from "./method.ts";
import { offerTestCards } from "./test-cards.ts";

/** Every page works without this script; it only says things sooner. */
watchCard();
watchFields();
guardForms();
offerTestCards();
countDown();
tellFrame();
showMethod();
watchLogo();
