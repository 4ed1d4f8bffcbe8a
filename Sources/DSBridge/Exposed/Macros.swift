/// Exposes the functions of a class, struct, enum or actor to pages: all that are not private and not ``unexposed()``.
///
/// A function that cannot be called from a page is refused where it is declared. Those in extensions are not seen:
/// pages call what stands in the type's own braces.
@attached(member, conformances: ExposedInterface, names: named(exposedFunctions))
@attached(extension, conformances: ExposedInterface)
public macro Exposed() = #externalMacro(module: "DSBridgeMacros", type: "ExposedMacro")

/// Keeps a function of an `@Exposed` type from pages.
@attached(peer)
public macro unexposed() = #externalMacro(module: "DSBridgeMacros", type: "UnexposedMacro")
