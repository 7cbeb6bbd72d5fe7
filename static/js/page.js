// What all pages of the site have.
import "./working.js";
import "./connection.js";
import "./dialog.js";
import "./copy.js";
