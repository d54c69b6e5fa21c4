/** The error page: its words in the chosen language. */
import { translatePage } from "./words.js";

translatePage(document);
