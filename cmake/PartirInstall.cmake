# `cmake --install`: headers under include/partir/FOLDER and find_package(partir).
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

get_property(folders GLOBAL PROPERTY PARTIR_FOLDERS)
foreach(folder IN LISTS folders)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}/" DESTINATION "include/partir/${folder}"
    COMPONENT headers OPTIONAL FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN "coq" EXCLUDE)
  install(TARGETS partir_${folder} EXPORT partirTargets COMPONENT headers)
endforeach()
set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/partir")
install(EXPORT partirTargets NAMESPACE partir:: DESTINATION "${config_dir}" COMPONENT headers)
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/partirConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/partirConfig.cmake" INSTALL_DESTINATION "${config_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/partirConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/partirConfig.cmake"
  "${PROJECT_BINARY_DIR}/partirConfigVersion.cmake"
  DESTINATION "${config_dir}" COMPONENT headers)
