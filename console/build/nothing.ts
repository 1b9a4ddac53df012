/** Stands in place of a library that another one could load, and that the console never needs. */
export default undefined;
