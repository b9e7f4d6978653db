/**
 * The classes of JSTS, a port of the JTS topology suite, that spatial functions use; loaded by `suite-geometry.ts`.
 *
 * The build makes a script of its own of this file, so that nothing of the library is loaded before a function needs
 * it.
 */
export { default as PointLocator } from "jsts/org/locationtech/jts/algorithm/PointLocator.js";
export { default as IndexedPointInAreaLocator } from "jsts/org/locationtech/jts/algorithm/locate/IndexedPointInAreaLocator.js";
export { default as Coordinate } from "jsts/org/locationtech/jts/geom/Coordinate.js";
export { default as GeometryFactory } from "jsts/org/locationtech/jts/geom/GeometryFactory.js";
export { default as Location } from "jsts/org/locationtech/jts/geom/Location.js";
export { default as BufferOp } from "jsts/org/locationtech/jts/operation/buffer/BufferOp.js";
export { default as BufferParameters } from "jsts/org/locationtech/jts/operation/buffer/BufferParameters.js";
export { default as DistanceOp } from "jsts/org/locationtech/jts/operation/distance/DistanceOp.js";
export { default as IsSimpleOp } from "jsts/org/locationtech/jts/operation/IsSimpleOp.js";
export { default as IsValidOp } from "jsts/org/locationtech/jts/operation/valid/IsValidOp.js";
export { default as OverlayOp } from "jsts/org/locationtech/jts/operation/overlay/OverlayOp.js";
export { default as RelateOp } from "jsts/org/locationtech/jts/operation/relate/RelateOp.js";
export { default as UnaryUnionOp } from "jsts/org/locationtech/jts/operation/union/UnaryUnionOp.js";
export { default as Exception } from "jsts/java/lang/Exception.js";
